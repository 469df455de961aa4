import { describe, expect, test } from 'vitest'
import { refusedLicenses, type BillOfMaterials } from '../../infra/packaging/package-licenses.ts'

type Component = BillOfMaterials['components'][number]

const component = (ref: string, license?: string, scope?: 'development'): Component => ({
  'bom-ref': ref,
  licenses: license === undefined ? [] : [{ license: { id: license } }],
  properties: scope ? [{ name: `cdx:npm:package:${scope}`, value: 'true' }] : [],
})

const refused = (components: Component[], dependencies: BillOfMaterials['dependencies'] = []) =>
  refusedLicenses({ components, dependencies })

describe('npm run check:licenses', () => {
  test('allows permissive licenses', () => {
    expect(refused([component('a@1.0.0', 'MIT'), component('b@1.0.0', 'Apache-2.0')])).toEqual([])
  })

  test('rejects a package under the GPL, and names package and license', () => {
    expect(refused([component('copyleft@2.1.0', 'GPL-3.0-only')])).toEqual([
      'copyleft@2.1.0 has the license GPL-3.0-only, which infra/packaging/package-licenses.ts does not allow.',
    ])
  })

  test('rejects a package that states no license', () => {
    expect(refused([component('silent@1.0.0')])).toEqual([
      'silent@1.0.0 states no license, which infra/packaging/package-licenses.ts does not allow.',
    ])
  })

  test.each([
    ['(MPL-2.0 OR Apache-2.0)', 0],
    ['(MIT AND GPL-2.0-only)', 1],
    ['(GPL-2.0-only OR LGPL-2.1-only)', 1],
  ])('evaluates the alternatives of %s: %i refusals', (expression, count) => {
    expect(refused([{ 'bom-ref': 'either@1.0.0', licenses: [{ expression }] }])).toHaveLength(count)
  })

  test('ignores development tools, except for contents of served bundles', () => {
    const components = [
      component('tool@1.0.0', 'GPL-3.0-only', 'development'),
      component('redoc@2.5.4', 'MIT', 'development'),
      component('below@1.0.0', 'GPL-3.0-only', 'development'),
    ]

    const found = refused(components, [{ ref: 'redoc@2.5.4', dependsOn: ['below@1.0.0'] }])

    expect(found).toEqual([expect.stringContaining('below@1.0.0')])
  })

  test('excepts packages that state their license elsewhere, only in the checked version', () => {
    expect(refused([component('stickyfill@1.1.1', undefined, 'development')])).toEqual([])
    expect(refused([component('stickyfill@1.1.2')])).toHaveLength(1)
  })
})
