import { addChat } from '../../../src/chats/chat/changes.ts'
import { NewChat } from '../../../src/chats/chat/chat.ts'
import { NewMessage } from '../../../src/chats/message/input.ts'
import { sendMessage } from '../../../src/chats/message/send-message.ts'
import type { Once } from './journal.ts'
import type { Name, People } from './people.ts'

/** Creates a chat of two people with a file and a mention of a third person. */
export const loadConversations = async (people: People, file_id: string, once: Once): Promise<void> => {
  const { user, other, agent } = people
  const topic = NewChat.parse({ topic: 'Freezer test', participants: [other.id, agent.id] })
  const chat_id = await once('chat/freezer', () => addChat(user, topic), 0.2)
  const say = (name: Name, number: number, message: object) =>
    once(
      `saying/freezer/${number}`,
      async () => (await sendMessage(people[name], chat_id, NewMessage.parse(message), false)).message,
      0.2 - number / 100,
    )
  await say('user', 1, { text: 'These are the readings of the first 48 hours.', attachments: [file_id] })
  await say('other', 2, { text: 'Station B loses more than A. Is its panel covered?' })
  await say('user', 3, { text: 'No, but it stands next to the fan. I am moving it.' })
  await say('other', 4, {
    text: '@Amir Agent could you add the two stations to the monitoring?',
    mentions: [agent.id],
  })
  await say('agent', 5, { text: 'Done. You get an alert below 3.5 volts.' })

  const question = NewChat.parse({ topic: 'Working hours', participants: [other.id] })
  const second = await once('chat/hours', () => addChat(user, question), 1.5)
  const text = 'Are you in on Friday? I would like to go through the guide with you.'
  await once(
    'saying/hours/1',
    async () => {
      const { message } = await sendMessage(user, second, NewMessage.parse({ text }), false)
      return message
    },
    1.4,
  )
}
