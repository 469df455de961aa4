import { parseSync } from 'oxc-parser'

/** A comment of a source file without its marks. */
export interface SourceComment {
  line: number
  text: string
}

/** Name of a test or of a group of tests; an expression in the name is `…`. */
export interface TestName {
  line: number
  text: string
}

export interface SourceText {
  comments: SourceComment[]
  testNames: TestName[]
}

const withoutCommentMarks = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trimEnd())
    .join('\n')
    .trim()

type Comment = ReturnType<typeof parseSync>['comments'][number]

/** Joins comments on neighboring lines: prettier never breaks a `//` comment, people do. */
const joinComments = (comments: Comment[], source: string): Comment[][] =>
  comments.reduce<Comment[][]>((groups, comment) => {
    const previous = groups.at(-1)?.at(-1)
    const between = previous && source.slice(previous.end, comment.start)
    const isNext = previous?.type === 'Line' && comment.type === 'Line' && /^\n[ \t]*$/.test(between ?? '')
    if (isNext) groups.at(-1)?.push(comment)
    else groups.push([comment])
    return groups
  }, [])

const testFunction = /^(?:test|it|describe)(?:$|[.(])/

/** A node of a syntax tree. */
export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Returns all nodes of a syntax tree. */
export const nodesIn = function* (value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item)
  if (!isNode(value)) return
  yield value
  for (const field of Object.values(value)) if (typeof field === 'object') yield* nodesIn(field)
}

/** Returns the text of a string or a template; undefined for any other expression. */
const literalText = (node: Node | undefined): string | undefined => {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node?.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

/** Returns the comments of a file, and the names of its tests. */
export const readSourceText = (file: string, source: string): SourceText => {
  const { program, comments } = parseSync(file, source)
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const testNames = [...nodesIn(program)].flatMap((node) => {
    if (node.type !== 'CallExpression') return []
    const callee = node['callee'] as Node
    const text = literalText((node['arguments'] as Node[])[0])
    const isTest = text !== undefined && testFunction.test(source.slice(callee.start, callee.end))
    return isTest ? [{ line: lineAt(node.start), text }] : []
  })
  return {
    comments: joinComments(comments, source).map((group) => ({
      line: lineAt(group[0]?.start ?? 0),
      text: group.map(({ value }) => withoutCommentMarks(value)).join('\n'),
    })),
    testNames,
  }
}
