import { isParameter, type Contract } from './contract.ts'
import type { Random } from './random.ts'

/** Created resources: paths by the prefixes of documented paths that end in a parameter. */
export interface Things {
  /** Records the resource at a path, such as that of `Location`. */
  learn: (path: string) => void
  /**
   * Records a created resource from its `Location`, the ID in the response, and nested parts with paths of their own.
   */
  learnFrom: (made: { path: string; location: string | undefined; body: unknown }) => void
  /** Returns the path with IDs of an existing resource as far as known, and unused IDs for the rest. */
  fill: (pattern: string, random: Random) => { path: string; isKnown: boolean }
  /** Returns all IDs of resources of the kind that a field refers to (`space_id`, `file_ids`, `participants`). */
  idsFor: (field: string) => string[]
  /** Returns all known paths. */
  paths: () => string[]
  ids: () => string[]
}

/** Kinds of resources that fields other than `<kind>_id` refer to. */
const kinds: Record<string, string[]> = {
  assignee: ['users'],
  assignee_ids: ['users'],
  ids: ['tasks', 'tickets'],
  member_ids: ['users'],
  mentions: ['users'],
  owner_ids: ['users'],
  participants: ['users', 'assistants'],
  user: ['users'],
  attachments: ['files'],
  reply_to: ['messages'],
}

const kindsFor = (field: string) => {
  const stem = field.replace(/_ids?$/, '')
  return kinds[field] ?? kinds[stem] ?? [stem.replace(/y$/, 'ie').concat('s')]
}

/** Returns the IDs in all nested lists with this name. */
const idsIn = (value: unknown, name: string): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const own = key === name && Array.isArray(part) ? (part as { id?: unknown }[]).map(({ id }) => id) : []
    return [...own.filter((id) => typeof id === 'string'), ...idsIn(part, name)]
  })
}

export const noThings = (contract: Contract): Things => {
  const known = new Map<string, Set<string>>()
  const learn = (path: string) => {
    const pattern = contract.patternOf(path)?.split('/')
    const given = path.split('/')
    for (const [index, segment] of pattern?.entries() ?? []) {
      if (!isParameter(segment)) continue
      const beginning = (pattern as string[]).slice(0, index + 1).join('/')
      const place = given.slice(0, index + 1).join('/')
      known.set(beginning, (known.get(beginning) ?? new Set()).add(place))
    }
  }
  const patterns = [...new Set(contract.operations.map(({ path }) => path))]

  const learnParts = (path: string, body: unknown) => {
    const pattern = contract.patternOf(path)
    for (const other of patterns.filter((candidate) => candidate.startsWith(`${pattern}/`))) {
      const [name = '', parameter = '', ...rest] = other.slice((pattern as string).length + 1).split('/')
      if (rest.length > 0 || !isParameter(parameter)) continue
      for (const id of idsIn(body, name)) learn(`${path}/${name}/${id}`)
    }
  }

  return {
    learn,
    learnFrom: ({ path, location, body }) => {
      const value = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
      const pattern = contract.patternOf(path)
      const own = patterns.find((candidate) => candidate.startsWith(`${pattern}/{`))?.split('/')
      const name = own?.[(pattern ?? '').split('/').length]?.slice(1, -1) ?? ''
      const id = value[name] ?? value['id']
      if (own && (typeof id === 'string' || typeof id === 'number')) learn(`${path}/${id}`)
      if (location === undefined) return
      const place = new URL(location, 'http://host').pathname
      learn(place)
      learnParts(place, body)
      // replies of assistants to a message are siblings of the message
      for (const { id: reply } of (value['replies'] ?? []) as { id: string }[])
        learn(`${place.slice(0, place.lastIndexOf('/'))}/${reply}`)
    },
    fill: (pattern, random) => {
      const parts = pattern.split('/')
      let place: string[] = []
      for (const [index, segment] of parts.entries()) {
        const found = isParameter(segment) && known.get(parts.slice(0, index + 1).join('/'))
        // nested resources must belong to the chosen one
        const fitting = [...(found || [])].filter((one) => one.startsWith(place.join('/')))
        if (fitting.length > 0) place = random.pick(fitting).split('/')
      }
      const rest = parts.slice(place.length)
      const unknown = rest.map((part) => {
        if (!isParameter(part)) return part
        return part === '{number}' ? '999' : part === '{name}' ? 'no_such_name' : random.uuid()
      })
      return { path: [...place, ...unknown].join('/'), isKnown: !rest.some(isParameter) }
    },
    idsFor: (field) => {
      const fitting = kindsFor(field)
      return [...known]
        .filter(([beginning]) => fitting.includes(beginning.split('/').at(-2) as string))
        .flatMap(([, places]) => [...places].map((place) => place.split('/').at(-1) as string))
    },
    paths: () => [...known.values()].flatMap((places) => [...places]),
    ids: () =>
      [...known.values()].flatMap((places) => [...places].map((place) => place.split('/').at(-1) as string)),
  }
}
