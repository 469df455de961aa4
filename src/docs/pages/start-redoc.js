const { dataset, nonce } = document.currentScript
const fonts = 'system-ui, sans-serif'

Redoc.init(
  dataset.document,
  {
    nonce,
    expandResponses: '200,201,202',
    sortRequiredPropsFirst: true,
    theme: { typography: { fontFamily: fonts, headings: { fontFamily: fonts } } },
  },
  document.getElementById('reference'),
)
