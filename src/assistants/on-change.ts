import { onChange } from '../platform/events/dispatcher.ts'
import { assistants } from './assistant.ts'
import { shareRows } from './share.ts'
import { indexAssistant } from './assistant-index.ts'

export const changeHandlers = [
  onChange(assistants, async ({ before, after }) => {
    if (before?.version === after?.version) return []
    const { id } = (after ?? before) as { id: string }
    await indexAssistant(before, after)
    await shareRows.sync(before, after, () => assistants.find({ id }))
    return []
  }),
]
