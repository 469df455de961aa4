import { withSharedErrors } from './shared-errors.js'

const { dataset } = document.getElementById('reference')
const { nonce } = document.querySelector('script[nonce]')
const fonts = 'system-ui, sans-serif'
const dark = matchMedia('(prefers-color-scheme: dark)')

const darkTheme = {
  colors: {
    primary: { main: '#6cb2ff' },
    text: { primary: '#e4e6e6', secondary: '#b7bcbf' },
    border: { dark: '#545d61', light: '#3b4347' },
    gray: { 50: '#2a2e30', 100: '#3b4347' },
    responses: {
      success: { color: '#6fd39b', backgroundColor: '#173225' },
      error: { color: '#ff8f85', backgroundColor: '#3a2020' },
      redirect: { color: '#e0c069', backgroundColor: '#332d18' },
      info: { color: '#7fc4ff', backgroundColor: '#182a3a' },
    },
  },
  schema: {
    nestedBackground: '#23282b',
    typeNameColor: '#b7bcbf',
    typeTitleColor: '#b7bcbf',
    requireLabelColor: '#ff8f85',
  },
  sidebar: { backgroundColor: '#23282b', textColor: '#e4e6e6' },
  rightPanel: { backgroundColor: '#14181a' },
  codeBlock: { backgroundColor: '#0d1011' },
}

const lightTheme = {
  colors: { primary: { main: '#1f4e8c' } },
}

const colors = dark.matches ? darkTheme : lightTheme

const reference = await (await fetch(dataset.document)).json()

Redoc.init(
  withSharedErrors(reference, '[errors of many operations](#section/Errors-of-many-operations)'),
  {
    nonce,
    sortRequiredPropsFirst: true,
    theme: {
      ...colors,
      typography: {
        fontFamily: fonts,
        headings: { fontFamily: fonts },
        ...(dark.matches && { code: { color: '#ff9d8f', backgroundColor: '#2a2e30' } }),
      },
    },
  },
  document.getElementById('reference'),
)

// Redoc applies its theme only once
dark.addEventListener('change', () => location.reload())
