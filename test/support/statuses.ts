interface Answer {
  status: number
}

/** The statuses of answers by the names of their cases, so that a test that fails says which case it was. */
export const statusByCase = async (
  cases: Record<string, Answer | Promise<Answer>>,
): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(cases).map(async ([name, answer]) => [name, (await answer).status] as const),
    ),
  )
