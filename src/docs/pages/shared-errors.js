const prefix = '#/components/responses/'

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete']

/** Formats a response as a section of text: its status, its name in words, and its description. */
const sectionOf = (status, name, { description }) =>
  `### ${status} ${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')}\n\n${description}\n`

/**
 * Returns the document with shared errors described once, in a section of the introduction: the description of each
 * operation lists their statuses, with this `reference` to the section.
 */
export const withSharedErrors = (document, reference) => {
  const sections = new Map()
  const withoutShared = (operation) => {
    const shared = []
    const responses = {}
    for (const [status, response] of Object.entries(operation.responses)) {
      const name = response.$ref?.startsWith(prefix) && response.$ref.slice(prefix.length)
      // components with the name of a status, not of error codes
      if (name && status >= '400' && /^[A-Za-z]+$/.test(name)) {
        shared.push(status)
        sections.set(status, sectionOf(status, name, document.components.responses[name]))
      } else responses[status] = response
    }
    if (shared.length === 0) return operation
    const line = `Also answers ${shared.join(', ')}: ${reference}.`
    return {
      ...operation,
      responses,
      description: [operation.description, line].filter(Boolean).join('\n\n'),
    }
  }
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([key, part]) => [key, methods.includes(key) ? withoutShared(part) : part]),
    ),
  ])
  const changed = Object.fromEntries(paths)
  const texts = [...sections].toSorted(([a], [b]) => a - b).map(([, section]) => section)
  const introduction = `${document.info.description}\n\n## Errors of many operations\n\n${texts.join('\n')}`
  return { ...document, info: { ...document.info, description: introduction }, paths: changed }
}
