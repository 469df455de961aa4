/** How many functions an assistant may call. */
export const maxFunctions = 64

/** How many steps a reply of an assistant may take. */
export const maxSteps = 20
