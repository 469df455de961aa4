/** Content of an element; an array becomes repeated elements, and undefined values are omitted. */
export type XmlContent = string | number | boolean | undefined | XmlContent[] | { [name: string]: XmlContent }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

const element = (name: string, content: XmlContent): string => {
  if (content === undefined) return ''
  if (Array.isArray(content)) return content.map((one) => element(name, one)).join('')
  const inner =
    typeof content === 'object'
      ? Object.entries(content).map((entry) => element(...entry))
      : [String(content).replace(/[&<>"\r]/g, (sign) => entities[sign] as string)]
  return `<${name}>${inner.join('')}</${name}>`
}

/** Returns a document with this root element. */
export const toXmlDocument = (root: string, content: XmlContent): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`

/** Returns the raw content of all elements with this name, at any depth. */
export const insides = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, 'g'))].map(
    ([, inside = '']) => inside,
  )

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the text of the first element with this name; undefined if there is none. */
export const elementText = (xml: string, name: string): string | undefined =>
  insides(xml, name)[0]?.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, word) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16)
    return Number.isNaN(code) ? (named[word as string] ?? (whole as string)) : String.fromCodePoint(code)
  })
