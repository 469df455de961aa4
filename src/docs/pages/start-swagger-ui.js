import { withSharedErrors } from './shared-errors.js'

const placeholder = document.getElementById('reference')
const { dataset } = placeholder
const scheme = 'bearer'

/** Swagger UI has styles for a dark page, which apply below this class. */
const dark = matchMedia('(prefers-color-scheme: dark)')
const followColorScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followColorScheme)
followColorScheme()

const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }))

const splitSections = (source) => source.split(/^## /m)

/** Shows the beginning of a text with sections, and each section on demand. */
const foldSections = (Markdown, { React: { createElement } }) =>
  function FoldedMarkdown(props) {
    const [beginning, ...sections] = splitSections(props.source ?? '')
    if (sections.length === 0) return createElement(Markdown, props)
    const details = sections.map((section) => {
      const [title, ...lines] = section.split('\n')
      // details that the document folds are open within a section
      const source = lines.join('\n').replaceAll('<details>', '<details open>')
      const text = createElement(Markdown, { ...props, source })
      return createElement('details', { key: title }, createElement('summary', null, title), text)
    })
    const folded = createElement('div', { className: 'sections' }, details)
    return createElement('div', null, createElement(Markdown, { ...props, source: beginning }), folded)
  }

/**
 * Opens the operation named in the URL's fragment. Swagger UI reads an underscore also as a space and warns about it;
 * our operation IDs have underscores, and nothing has spaces escaped in this way.
 */
const openLinked =
  (_original, { layoutActions, layoutSelectors }) =>
  (hash) => {
    const names = hash.replace(/^#!?\/?/, '').split('/')
    if (names[0] === '') return
    const [tag, operation] = names
    layoutActions.show(layoutSelectors.isShownKeyFromUrlHashArray([tag]), true)
    const key = layoutSelectors.isShownKeyFromUrlHashArray(operation ? [tag, operation] : [tag])
    layoutActions.show(key, true)
    layoutActions.scrollTo(key)
  }

/**
 * Renders the name of an operation as text: it is inside a button, which must not contain a link, and the URL follows
 * the open operation anyway.
 */
const withoutNestedLink = (DeepLink, { React: { createElement } }) =>
  function Name(props) {
    return props.path.includes('/') ? createElement('span', null, props.text) : createElement(DeepLink, props)
  }

/**
 * Resolves the references in a part of the document. All references are local, and none is recursive. Swagger UI would
 * parse the whole document again at the start and for each operation, which takes 1 to 2 s. It names a schema by
 * `$$ref`.
 */
const resolve = (part, root) => {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((item) => resolve(item, root))
  const { $ref, ...rest } = part
  if (typeof $ref === 'string' && $ref.startsWith('#/'))
    return { $$ref: $ref, ...resolve(partAt(root, referenceNames($ref)), root), ...rest }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolve(value, root)]))
}

const partAt = (root, names) => names.reduce((part, name) => part?.[name], root)

/** Returns the names in a local reference, a JSON Pointer (RFC 6901). */
const referenceNames = (reference) =>
  reference
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))

const plugin = {
  fn: {
    resolveSubtree: async (root, names) => ({ spec: resolve(partAt(root, names), root), errors: [] }),
  },
  wrapComponents: { Markdown: foldSections, DeepLink: withoutNestedLink },
  statePlugins: {
    layout: { wrapActions: { parseDeepLinkHash: openLinked } },
    auth: {
      wrapActions: {
        authorize: (original) => (payload) => {
          original(payload)
          if (payload[scheme]) announce('authorization', payload[scheme].value || null)
        },
        logout: (original) => (names) => {
          original(names)
          if (names.includes(scheme)) announce('authorization', null)
        },
      },
    },
  },
}

// Swagger UI has a <main> of its own
const reference = document.createElement('div')
placeholder.replaceWith(reference)

let token
let isComplete = false

const applyToken = () => {
  if (!isComplete) return
  if (token) ui.preauthorizeApiKey(scheme, token)
  else ui.authActions.logout([scheme])
}

document.addEventListener('token', ({ detail }) => {
  if (detail === token) return
  token = detail
  applyToken()
})

const ui = SwaggerUIBundle({
  spec: withSharedErrors(
    await (await fetch(dataset.document)).json(),
    'see “Errors of many operations” above',
  ),
  domNode: reference,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [plugin],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  syntaxHighlight: { theme: 'tomorrow-night' },
  validatorUrl: null,
  responseInterceptor: (answer) => {
    const { pathname } = new URL(answer.url, location.href)
    announce('answer', {
      path: pathname,
      status: answer.status,
      code: answer.headers['x-error-code'],
      body: answer.body,
    })
    return answer
  },
  onComplete: () => {
    isComplete = true
    if (token) applyToken()
  },
})

/** Names and roles for assistive technology that Swagger UI omits, and landmarks that its <main> lacks. */
const attributes = {
  '#servers': { 'aria-label': 'Server' },
  '.examples-select-element': { 'aria-label': 'Example' },
  '.operation-filter-input': { 'aria-label': 'Filter by area or path' },
  '.body-param__text': { 'aria-label': 'Request body' },
  '.information-container': { role: 'region', 'aria-label': 'About this API' },
  '.scheme-container': { role: 'region', 'aria-label': 'Server and authorization' },
  '.filter.wrapper': { role: 'search' },
  // scrollable elements must be reachable by keyboard
  '.microlight': { tabindex: '0' },
  // the first heading level is the title, and Swagger UI continues with the third
  h3: { 'aria-level': '2' },
  h4: { 'aria-level': '3' },
  h5: { 'aria-level': '4' },
}

const describeElements = () => {
  for (const [selector, values] of Object.entries(attributes))
    for (const [name, value] of Object.entries(values))
      for (const element of reference.querySelectorAll(`${selector}:not([${name}])`))
        element.setAttribute(name, value)
}

new MutationObserver(describeElements).observe(reference, { childList: true, subtree: true })
