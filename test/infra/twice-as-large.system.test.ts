import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyProject } from '../support/copy.ts'
import {
  doNotBundle,
  doubleFunctions,
  functionsOf,
  maxFunctions,
  packageProject,
  uploadedTemplate,
} from './packaged-project.ts'

interface Template {
  Resources: { Api: { Properties: { Body: { paths: Record<string, object> } } } }
}

const { folder, remove } = copyProject()
let template: string

beforeAll(async () => {
  doubleFunctions(folder)
  doNotBundle(folder)
  await packageProject(folder)
  template = uploadedTemplate(folder)
})

afterAll(remove)

/**
 * Returns the number of resources in API Gateway, which creates one for the root and for each part of a path:
 * `/wiki/pages` has three.
 */
const gatewayResources = () => {
  const { Resources } = JSON.parse(template) as Template
  const parts = Object.keys(Resources.Api.Properties.Body.paths).map((path) =>
    path.split('/').filter(Boolean),
  )
  const prefixes = parts.flatMap((path) => path.map((_, index) => path.slice(0, index + 1).join('/')))
  return new Set(['', ...prefixes]).size
}

describe('the template of a service with 260 functions', () => {
  test("takes at most 800 KB, below CloudFormation's limit of 1 MB", () => {
    const { size } = functionsOf(template)
    process.stdout.write(`${Buffer.byteLength(template)} bytes for ${size} functions\n`)

    expect(size).toBe(maxFunctions)
    expect(Buffer.byteLength(template)).toBeLessThanOrEqual(800_000)
  })

  test('contains at most 460 of the 500 resources of a stack', () => {
    const { Resources } = JSON.parse(template) as Template

    expect(Object.keys(Resources).length).toBeLessThanOrEqual(460)
  })

  test('contains at most 250 of the 300 resources of API Gateway', () => {
    expect(gatewayResources()).toBeGreaterThan(100)
    expect(gatewayResources()).toBeLessThanOrEqual(250)
  })
})

test('The record that osls keeps of a deployment is plain JSON without references', () => {
  const state = readFileSync(join(folder, '.serverless/serverless-state.json'), 'utf8')

  expect(Object.keys(JSON.parse(state) as object)).toEqual(['service', 'package'])
  expect(state).not.toMatch(/"\$ref": *"\$/)
})
