/** What the documentation says of a problem. In packaged functions untold.ts stands in for it (package.json). */
export const told = <T>(texts: T): T => texts
