/** Maximum number of calls of a step that are kept. */
export const maxKeptCalls = 16
