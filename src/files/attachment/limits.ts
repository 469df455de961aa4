/** Maximum number of embedded files of a text that its readers may read; the text may link to more. */
export const maxEmbedded = 100
