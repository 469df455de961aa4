/** How many files that a text shows go with it; it may lead to more. */
export const maxEmbedded = 100
