export const maxFunctions = 64

/** Maximum number of steps of a reply. */
export const maxSteps = 20
