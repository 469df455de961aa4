/** Customary prefixes of namespaces whose attributes readers look for (ECMA-376 parts 1 and 4; W3C XLink 1.1). */
const customaryPrefixes = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
])

/** Namespaces of OpenDocument; most contain their prefix (OpenDocument 1.3, part 3, section 2.2.2). */
const openDocument = /^urn:oasis:names:tc:opendocument:xmlns:(?:xsl-)?([a-z]+)(?:-compatible)?:1\.0$/
const otherPrefixes = new Map([
  ['drawing', 'draw'],
  ['datastyle', 'number'],
])

const customaryPrefix = (namespace: string) => {
  const name = openDocument.exec(namespace)?.[1]
  return customaryPrefixes.get(namespace) ?? (name && (otherPrefixes.get(name) ?? name))
}

/** Prefixes in the scope of an element that differ from the customary prefix of their namespace. */
type Scope = ReadonlyMap<string, string>

/** Namespace prefixes that the open elements of a document declare. */
export class Prefixes {
  readonly #scopes: Scope[] = []
  #scope: Scope = new Map()
  #declared: [prefix: string, namespace: string][] = []

  /** Records a namespace declaration of the next element to open. */
  declare(prefix: string, namespace: string) {
    this.#declared.push([prefix, namespace])
  }

  open() {
    this.#scopes.push(this.#scope)
    if (this.#declared.length === 0) return
    const scope = new Map(this.#scope)
    for (const [prefix, namespace] of this.#declared) {
      const customary = customaryPrefix(namespace) ?? prefix
      if (customary === prefix) scope.delete(prefix)
      else scope.set(prefix, customary)
    }
    this.#scope = scope
    this.#declared = []
  }

  close() {
    this.#scope = this.#scopes.pop() ?? new Map()
  }

  /** Returns the customary prefix for a prefix of the document. */
  resolve(prefix: string): string {
    return this.#scope.get(prefix) ?? prefix
  }

  /** Returns attributes with their customary prefixes. */
  rename(attributes: Record<string, string>): Record<string, string> {
    if (this.#scope.size === 0) return attributes
    return Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => {
        const at = name.indexOf(':')
        return [at < 0 ? name : `${this.resolve(name.slice(0, at))}${name.slice(at)}`, value]
      }),
    )
  }
}
