/**
 * Fills a new world with people and content for trying things out. It runs again when it did not come to its end, so it
 * must pass over what is there already.
 */
export const loadDemo = async (): Promise<void> => {}
