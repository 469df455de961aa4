import { after } from '../platform/events/dispatcher.ts'
import { assistants } from './assistant.ts'
import { shareRows } from './share.ts'
import { indexAssistant } from './words.ts'

export const reactions = [
  after(assistants, async ({ before, after }) => {
    if (before?.version === after?.version) return []
    const { id } = (after ?? before) as { id: string }
    await indexAssistant(before, after)
    await shareRows.follow(before, after, () => assistants.find({ id }))
    return []
  }),
]
