interface Answer {
  status: number
}

/** Returns the statuses of responses by the names of their cases, so that a failing test names the case. */
export const statusByCase = async (
  cases: Record<string, Answer | Promise<Answer>>,
): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(cases).map(async ([name, answer]) => [name, (await answer).status] as const),
    ),
  )
