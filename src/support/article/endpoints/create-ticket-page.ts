import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { id } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { Page } from '../../../wiki/page/page.ts'
import { writerRequired } from '../../../wiki/problems.ts'
import { tooManyTicketLinks } from '../../link/added-link.ts'
import { agentsOnly } from '../../ticket/access.ts'
import { notSolved } from '../../ticket/rating.ts'
import { ticketMerged } from '../../ticket/status-changes.ts'
import { addTicketPage, ticketPageExists } from '../ticket-page.ts'

export const createTicketPage = endpoint('POST /support/tickets/{id}/page', {
  summary: 'Create a wiki page from a solved ticket',
  isFunction: true,
  description:
    'Creates a draft in a space where the caller may write, with the caller as its author, and links it with the ' +
    'ticket. Its title is the subject of the ticket. Its content consists of the public messages, oldest first, ' +
    'those of the requester as quotes; no language model is used. Internal messages, attachments and links to files ' +
    'are left out. The draft contains “…” for email addresses and for the names of people on the ticket (the ' +
    'requester, the person who opened it, the assignee and the authors of messages), also for parts of these names. ' +
    'Greetings and signatures in English, German, French and Spanish are removed. Other names, nicknames, ' +
    'organizations and phone numbers may remain: read the draft before you publish it. Messages beyond 1 MiB in ' +
    'total are left out. ' +
    'A ticket has one page at a time.',
  access: 'agent',
  body: z.strictObject({ space_id: id.meta(docs('ID of the space of the page.')) }),
  response: Page,
  location: '/wiki/pages/{id}',
  problems: [
    agentsOnly.as({
      when: 'The caller is the requester of the ticket.',
      example: ['create pages from tickets, and only from those of other people'],
    }),
    writerRequired,
    notSolved.as({ when: 'The ticket is not solved.', example: ['a page can be created from it'] }),
    ticketMerged,
    ticketPageExists,
    tooManyTicketLinks,
  ],
  handle: ({ actor, params, body }) => addTicketPage(actor, params.id, body.space_id),
})
