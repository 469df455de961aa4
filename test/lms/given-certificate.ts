import { listCertificates } from '../../src/lms/certificate/endpoints/list-certificates.ts'
import { chapterOf, enroll, givenCourse } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { assign, completeAll } from './given-assignment.ts'

export const givenCertifiedCourse = (author: SignedIn) =>
  givenCourse(author, {
    title: 'Fire safety',
    certificate: { valid_months: 12 },
    chapters: [chapterOf('one')],
  })

/** Creates a certificate that is valid for a year, of an assigned or a voluntary participant. */
export const givenCertificate = async (isAssigned: boolean) => {
  const [author, learner] = [await signedIn(), await signedIn()]
  const course = await givenCertifiedCourse(author)
  if (isAssigned) await assign(author, course, { user_ids: [learner.id], due_at: null })
  else await enroll(learner, course)
  await completeAll(learner, course)
  await settle()
  const { items } = await made(listCertificates, { as: learner })
  return { author, learner, course, valid_until: items[0]!.valid_until! }
}
