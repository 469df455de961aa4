/** How many calls of a step are kept. */
export const maxKeptCalls = 16
