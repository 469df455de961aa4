/** What the URLs of all queues begin with, given by the queues' names, which they end with. */
export const queueUrlPrefix = (queueUrls: Readonly<Record<string, string>>): string => {
  const beginnings = new Set(Object.entries(queueUrls).map(([name, url]) => url.slice(0, -name.length)))
  const [prefix, ...others] = beginnings
  if (prefix === undefined || others.length > 0) throw new Error('The queues do not have one prefix.')
  return prefix
}
