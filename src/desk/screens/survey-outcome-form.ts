import type { DeskSurveyOutcome } from '../survey-endpoints.ts'
import { textIn } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'

/** Empty outcomes at the end of the form. */
const spareOutcomes = 2

export const outcomeName = (at: number, field: string): string => `outcome_${at}_${field}`

/** The name of the box of an answer; ids have no underscore. */
export const answerName = (at: number, question: string, option: string): string =>
  outcomeName(at, `when_${question}_${option}`)

/** The fields of outcomes that are stored, as a form shows them. A new one is looked at before the last, which is for everybody. */
export const outcomeTexts = (outcomes: readonly DeskSurveyOutcome[]): EnteredTexts =>
  new Map([
    ['outcomes', String(outcomes.length + spareOutcomes)],
    ...outcomes.flatMap((outcome, at): [string, string][] => [
      [outcomeName(at, 'id'), outcome.id],
      [outcomeName(at, 'verdict'), outcome.verdict],
      [outcomeName(at, 'title'), outcome.title],
      [outcomeName(at, 'text'), outcome.text.join('\n')],
      [outcomeName(at, 'label'), outcome.label],
      [outcomeName(at, 'href'), outcome.href],
      [outcomeName(at, 'place'), String(at + 1)],
      ...(outcome.code ? [[outcomeName(at, 'code'), 'on'] satisfies [string, string]] : []),
      ...outcome.answers.map(({ question, option }): [string, string] => [
        answerName(at, question, option),
        'on',
      ]),
    ]),
    ...Array.from({ length: spareOutcomes }, (_, more): [string, string] => [
      outcomeName(outcomes.length + more, 'place'),
      String(outcomes.length || more + 1),
    ]),
  ])

export const positionsOf = (entered: EnteredTexts): readonly number[] =>
  Array.from({ length: Math.min(30, Number(textIn(entered, 'outcomes')) || 0) }, (_, at) => at)

/** The answers that an outcome is for, by the boxes that are checked. */
export const answersIn = (entered: EnteredTexts, at: number) => {
  const start = outcomeName(at, 'when_')
  return [...entered.keys()].flatMap((name) => {
    const [question = '', option = ''] = name.startsWith(start) ? name.slice(start.length).split('_') : []
    return question === '' ? [] : [{ question, option }]
  })
}

/** The outcomes of a posted form, as the endpoint takes them. */
export const outcomesIn = (entered: EnteredTexts) =>
  positionsOf(entered).map((at) => {
    const place = textIn(entered, outcomeName(at, 'place'))
    return {
      id: textIn(entered, outcomeName(at, 'id')),
      verdict: textIn(entered, outcomeName(at, 'verdict')),
      title: textIn(entered, outcomeName(at, 'title')),
      text: textIn(entered, outcomeName(at, 'text'))
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      label: textIn(entered, outcomeName(at, 'label')),
      href: textIn(entered, outcomeName(at, 'href')),
      code: textIn(entered, outcomeName(at, 'code')) === 'on',
      answers: answersIn(entered, at),
      ...(place === '' ? {} : { place }),
    }
  })
