const pair = /^([\w.:/=+@ -]{1,128}?)=([\w.:/=+@ -]{0,256})$/

/**
 * The tags of the stack, which CloudFormation gives to all that it makes: the service, the stage, and those of the
 * parameter `tags`, such as `cost-center=42,owner=it`. Throws when they are none.
 */
export const tagsOf = (stage: string, given: string): Record<string, string> => {
  const pairs = given.split(',').filter(Boolean)
  const own = pairs.map((text) => {
    const [, name, value] = pair.exec(text) ?? []
    if (name === undefined || value === undefined || /^aws:/i.test(name))
      throw new Error(
        `The parameter tags must be a list such as cost-center=42,owner=it, and "${text}" is no tag.`,
      )
    return [name, value]
  })
  return { service: 'enterprise-platform', stage, ...Object.fromEntries(own) }
}
