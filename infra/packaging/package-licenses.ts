/** Bill of materials as written by `npm sbom` (CycloneDX 1.5). */
export interface BillOfMaterials {
  components: {
    'bom-ref': string
    licenses?: ({ expression: string } | { license: { id?: string; name?: string } })[]
    properties?: { name: string; value: string }[]
  }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** SPDX identifiers of licenses that distributed packages may have. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
])

/** Packages whose `package.json` states no SPDX license, with the place that states it. */
const exceptions: Record<string, string> = {
  'decko@1.2.0': 'MIT, as its file LICENSE says',
  'stickyfill@1.1.1': 'MIT, as its file LICENSE says',
  'url-template@2.0.8': 'BSD-3-Clause, as its file LICENSE says',
}

/** Development dependencies whose bundles the service serves. */
const served = /^(redoc|swagger-ui-dist)@/

/** Returns true if an SPDX expression, such as `(MIT OR Apache-2.0)`, has an alternative with allowed licenses only. */
const isAllowed = (expression: string) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((license) => allowed.has(license)))

/** Returns one sentence for each production package, or package in a served bundle, whose license is not allowed. */
export const refusedLicenses = ({ components, dependencies }: BillOfMaterials): string[] => {
  const needed = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const bundled = new Set(components.map((one) => one['bom-ref']).filter((ref) => served.test(ref)))
  for (const ref of bundled) for (const other of needed.get(ref) ?? []) bundled.add(other)
  return components.flatMap(({ 'bom-ref': ref, licenses = [], properties = [] }) => {
    const isDevelopment = properties.some(({ name }) => name === 'cdx:npm:package:development')
    if ((isDevelopment && !bundled.has(ref)) || ref in exceptions) return []
    const stated = licenses.map((one) =>
      'expression' in one ? one.expression : (one.license.id ?? one.license.name ?? ''),
    )
    if (stated.length > 0 && stated.every(isAllowed)) return []
    const license = stated.length > 0 ? `has the license ${stated.join(', ')}` : 'states no license'
    return [`${ref} ${license}, which infra/packaging/package-licenses.ts does not allow.`]
  })
}
