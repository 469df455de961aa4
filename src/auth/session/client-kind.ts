type Kinds = readonly (readonly [name: string, pattern: RegExp])[]

/** Browsers in order of precedence: most specific first, since most user agents also name other browsers. */
const browsers: Kinds = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const systems: Kinds = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const matchingKind = (kinds: Kinds, text: string): string | undefined =>
  kinds.find(([, pattern]) => pattern.test(text))?.[0]

/**
 * Returns the kind of browser that a `User-Agent` names, such as `Firefox (Windows)`, without its version; otherwise
 * `unknown`. Returns nothing of the text itself, which may be anything (decision 0056).
 */
export const clientKind = (userAgent: string | null): string => {
  const browser = matchingKind(browsers, userAgent ?? '')
  const system = matchingKind(systems, userAgent ?? '')
  if (browser === undefined) return 'unknown'
  return system === undefined ? browser : `${browser} (${system})`
}
