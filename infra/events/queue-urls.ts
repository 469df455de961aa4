/** Returns the common prefix of all queue URLs; each URL ends with the name of its queue. */
export const queueUrlPrefix = (queueUrls: Readonly<Record<string, string>>): string => {
  const beginnings = new Set(Object.entries(queueUrls).map(([name, url]) => url.slice(0, -name.length)))
  const [prefix, ...others] = beginnings
  if (prefix === undefined || others.length > 0) throw new Error('The queues must have the same prefix.')
  return prefix
}
