import { translationsInUse } from './survey-translation.ts'
import type { Question, Survey } from './survey.ts'

/** A question as somebody typed it; one without a text is left out. */
export interface EnteredQuestion {
  /** The id of the question that it was; empty for a new one. */
  readonly id: string
  readonly text: string
  readonly note: string
  /** Whether several answers may be chosen. */
  readonly hasSeveral: boolean
  /** The answers to choose from; none where people write. */
  readonly options: readonly string[]
  /** Which one it is asked as, from 1; missing: where it is in the list. */
  readonly place?: number | undefined
}

export interface EnteredSurvey {
  readonly title: string
  readonly lead: string
  /** Whose onboarding it is; missing: as before. */
  readonly buyers?: readonly string[] | undefined
  readonly questions: readonly EnteredQuestion[]
}

const longest = 40

/** `Wie oft isst du Algen?` → `wie-oft-isst-du-algen`, another one where it is taken. */
export const freshId = (text: string, taken: ReadonlySet<string>): string => {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest - 4)
    .replaceAll(/^-+|-+$/g, '')
  const start = words === '' || words === 'end' ? 'answer' : words
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? start : `${start}-${number}`
    if (!taken.has(id)) return id
  }
}

type Option = Question['options'][number]

/**
 * The options of a question. An answer with the same words stays the same answer; where as many are there as before, one with other words
 * is the one at its place.
 */
const optionsOf = (texts: readonly string[], before: readonly Option[]): readonly Option[] => {
  const kept = new Map(texts.map((text) => [text, before.find((one) => one.text === text)]))
  const unnamed = (at: number): Option | undefined => {
    const own = before.length === texts.length ? before[at] : undefined
    return own && texts.includes(own.text) ? undefined : own
  }
  const taken = new Set(before.map(({ id }) => id))
  return texts.map((text, at) => {
    const own = kept.get(text) ?? unnamed(at)
    if (own) return { ...own, text }
    const id = freshId(text, taken)
    taken.add(id)
    return { id, text }
  })
}

const kindOf = ({ options, hasSeveral }: EnteredQuestion): Question['kind'] => {
  if (options.length === 0) return 'text'
  return hasSeveral ? 'many' : 'one'
}

/**
 * The positions of the questions that have a text, in the order in which they are asked. A question that moves up comes before the one
 * whose place it takes, one that moves down after it.
 */
export const askedOrder = (entered: readonly Pick<EnteredQuestion, 'text' | 'place'>[]): readonly number[] =>
  entered
    .flatMap(({ text, place = 0 }, at) => (text === '' ? [] : [{ at, place: place === 0 ? at + 1 : place }]))
    .toSorted((a, b) => a.place - b.place || Math.sign(a.place - a.at - 1) - Math.sign(b.place - b.at - 1))
    .map(({ at }) => at)

const questionsOf = (entered: readonly EnteredQuestion[], before: readonly Question[]): Question[] => {
  const taken = new Set(before.map(({ id }) => id))
  return askedOrder(entered)
    .flatMap((at) => entered[at] ?? [])
    .map((one) => {
      const own = one.id === '' ? undefined : before.find(({ id }) => id === one.id)
      const id = own?.id ?? freshId(one.text, taken)
      taken.add(id)
      return {
        id,
        text: one.text,
        ...(one.note === '' ? {} : { note: one.note }),
        kind: kindOf(one),
        options: [...optionsOf(one.options, own?.options ?? [])],
        ...(own?.next === undefined ? {} : { next: own.next }),
      }
    })
}

/**
 * A survey with what was typed; questions and answers keep their ids, so that answers of before still belong to them, and where they lead.
 * Audience, outcomes and translations stay. Not checked: `SurveyFile` does that.
 */
export const editedSurvey = (name: string, before: Survey | undefined, entered: EnteredSurvey): Survey =>
  translationsInUse(
    {
      name,
      title: entered.title,
      lead: entered.lead,
      audience: before?.audience ?? 'everybody',
      buyers: [...(entered.buyers ?? before?.buyers ?? [])],
      questions: questionsOf(entered.questions, before?.questions ?? []),
      outcomes: before?.outcomes ?? [],
    },
    before?.translations,
  )
