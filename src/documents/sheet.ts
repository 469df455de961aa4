/** So many rows of a sheet make a table of their own, with the head above each. */
export const rowsPerTable = 100
