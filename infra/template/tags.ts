const pair = /^([\w.:/=+@ -]{1,128}?)=([\w.:/=+@ -]{0,256})$/

/**
 * Returns the tags of the stack, which CloudFormation adds to all its resources: the service, the stage, and the tags
 * of the parameter `tags`, such as `cost-center=42,owner=it`. Throws if a tag is invalid.
 */
export const stackTags = (stage: string, given: string): Record<string, string> => {
  const pairs = given.split(',').filter(Boolean)
  const own = pairs.map((text) => {
    const [, name, value] = pair.exec(text) ?? []
    if (name === undefined || value === undefined || /^aws:/i.test(name))
      throw new Error(
        `The parameter tags must be a list such as cost-center=42,owner=it, and "${text}" is not a tag.`,
      )
    return [name, value]
  })
  return { service: 'enterprise-platform', stage, ...Object.fromEntries(own) }
}
