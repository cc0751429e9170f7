import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { ownValue } from '#shared/own-value.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Survey } from '../rules/survey.ts'
import { answersOnPath } from '../rules/survey-path.ts'
import type { Answers } from '../rules/survey-path.ts'

type CookieContext = Pick<RequestContext, 'cookies'>

/** A visitor's answers: they stay in the browser, and the server stores none of them. */
export interface CookieAnswers {
  readonly id: string
  readonly answers: Answers
}

const StoredAnswers = z.object({
  id: z.uuid(),
  answers: z.record(z.string(), z.object({ o: z.array(z.string()).max(20), t: z.string().max(200) })),
})

const thirtyDays = 30 * 24 * 60 * 60

const cookieOf = ({ name }: Survey): string => `${brand.keys.surveyCookie}_${name}`

const parsed = (text: string): z.output<typeof StoredAnswers> | null => {
  try {
    return StoredAnswers.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

/** What the browser has stored of a survey; null for nothing, and for what the survey does not know. */
export const readCookieAnswers = (context: CookieContext, survey: Survey): CookieAnswers | null => {
  const stored = parsed(context.cookies.get(cookieOf(survey)) ?? '')
  if (!stored) return null
  const validAnswers = survey.questions.flatMap(({ id, kind, options }) => {
    const answer = ownValue(stored.answers, id)
    if (!answer) return []
    const optionIds = options.map((option) => option.id).filter((option) => answer.o.includes(option))
    const counts = kind === 'text' || (kind === 'one' ? optionIds.length === 1 : optionIds.length > 0)
    return counts ? [[id, { optionIds, text: kind === 'text' ? answer.t : '' }] as const] : []
  })
  return { id: stored.id, answers: Object.fromEntries(validAnswers) }
}

/** Stores answers in the browser for thirty days; those of another path are dropped. */
export const saveCookieAnswers = (
  context: CookieContext,
  survey: Survey,
  { id, answers }: CookieAnswers,
): void => {
  const compact = Object.entries(answersOnPath(survey, answers)).map(
    ([question, { optionIds, text }]) => [question, { o: optionIds, t: text }] as const,
  )
  const value = Buffer.from(JSON.stringify({ id, answers: Object.fromEntries(compact) })).toString(
    'base64url',
  )
  context.cookies.set(cookieOf(survey), value, { httpOnly: true, maxAge: thirtyDays })
}

export const clearCookieAnswers = (context: CookieContext, survey: Survey): void => {
  if (context.cookies.get(cookieOf(survey)) !== undefined) context.cookies.clear(cookieOf(survey))
}
