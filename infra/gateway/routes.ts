import { fullPath } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'

export interface Route {
  name: string
  spec: Pick<Spec, 'method' | 'path' | 'atRoot'>
}

// SCIM's segments contain capitals (RFC 7644 section 3.2), and well-known paths begin with a dot (RFC 8615)
const segment = /^(\.?[A-Za-z0-9]+([-._][A-Za-z0-9]+)*|\{[a-z_]+\})$/

/**
 * Returns the conflicts that API Gateway would report only during a deployment: two endpoints on one route, two names
 * for the path parameter of one level ("a sibling already has a variable path part"), and segments that are neither a
 * word nor a single parameter.
 */
export const findRouteConflicts = (routes: Route[]): string[] => {
  const conflicts: string[] = []
  const owners = new Map<string, string>()
  const parameters = new Map<string, string>()
  for (const { name, spec } of routes) {
    const path = fullPath(spec)
    const route = `${spec.method} ${path}`
    const owner = owners.get(route)
    if (owner !== undefined) conflicts.push(`${route} is served by ${owner} and by ${name}.`)
    owners.set(route, name)

    const segments = path === '/' ? [] : path.slice(1).split('/')
    for (const [level, part] of segments.entries()) {
      if (!segment.test(part)) conflicts.push(`${route} has the segment "${part}".`)
      if (!part.startsWith('{')) continue
      const above = `/${segments.slice(0, level).join('/')}`
      const known = parameters.get(above) ?? part
      if (known !== part) conflicts.push(`${route} calls ${part} what others below ${above} call ${known}.`)
      parameters.set(above, known)
    }
  }
  return conflicts
}
