import { daysAfter } from './dates.ts'
import type { PresentEvent } from './event.ts'

/** Escapes text for a value (RFC 5545 section 3.3.11). */
const escapeText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** Folds a line into lines of at most 75 octets; continuation lines begin with a space (RFC 5545 section 3.1). */
const foldLine = (line: string): string => {
  const lines: string[] = []
  let current = ''
  for (const character of line) {
    if (Buffer.byteLength(current + character) > 75) {
      lines.push(current)
      current = ' '
    }
    current += character
  }
  return [...lines, current].join('\r\n')
}

/** Formats a time in UTC, which needs no time zone definition. */
const utcTime = (time: string) => time.replace(/[-:]|\.\d+/g, '')

const dateValue = (date: string) => date.replaceAll('-', '')

/** Returns the lines of start and end; whole days end with the day after the last (RFC 5545 section 3.6.1). */
const timeLines = ({ start_at, end_at, start_date, end_date }: PresentEvent): string[] =>
  start_date === null
    ? [`DTSTART:${utcTime(start_at)}`, ...(end_at && end_at > start_at ? [`DTEND:${utcTime(end_at)}`] : [])]
    : [`DTSTART;VALUE=DATE:${dateValue(start_date)}`, `DTEND;VALUE=DATE:${dateValue(daysAfter(end_date, 1))}`]

/** Returns the lines of an alarm before the start (RFC 5545 section 3.6.6). */
const alarmLines = ({ title, reminder_minutes }: PresentEvent): string[] =>
  reminder_minutes === null
    ? []
    : [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `DESCRIPTION:${escapeText(title)}`,
        `TRIGGER:-PT${reminder_minutes}M`,
        'END:VALARM',
      ]

const eventLines = (event: PresentEvent): string[] => {
  const { id, title, description, location, url, resource, version, created_at, updated_at } = event
  const link = url ?? resource?.url
  return [
    'BEGIN:VEVENT',
    `UID:${id}`,
    // without a METHOD, the time of the last change, which is the same on every fetch (section 3.8.7.2)
    `DTSTAMP:${utcTime(updated_at)}`,
    `CREATED:${utcTime(created_at)}`,
    `LAST-MODIFIED:${utcTime(updated_at)}`,
    `SEQUENCE:${version - 1}`,
    ...timeLines(event),
    `SUMMARY:${escapeText(title)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(link ? [`URL:${link.replace(/\p{Cc}/gu, '')}`] : []),
    ...alarmLines(event),
    'END:VEVENT',
  ]
}

/** Formats events as an iCalendar stream (RFC 5545); their UUIDs are globally unique (RFC 7986 section 5.3). */
export const icalendar = (events: PresentEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Enterprise platform//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:Calendar',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
