import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LotsFile, lotIn } from '#certificate/rules/certificate.ts'
import { TranslationFile } from '#content/rules/data-texts.ts'
import {
  CancellationReasons,
  cancellationReasonsIn,
} from '#subscription/change/rules/cancellation-reasons.ts'
import { SurveyFile } from '#survey/rules/survey.ts'
import { surveyIn } from '#survey/rules/survey-translation.ts'

const content = join(import.meta.dirname, '../../content')

const jsonOf = (...path: string[]): unknown => JSON.parse(readFileSync(join(content, ...path), 'utf8'))

type Translate = (text: string) => string

/** What the shop shows of the files, with each text given to the function. */
const shown: Readonly<Record<string, (translated: Translate) => void>> = {
  'cancellation-reasons.json': (translated) => {
    cancellationReasonsIn(CancellationReasons.parse(jsonOf('cancellation-reasons.json')), translated)
  },
  'lots.json': (translated) => {
    for (const lot of LotsFile.parse(jsonOf('lots.json'))) lotIn(lot, translated)
  },
  'surveys.json': (translated) => {
    for (const file of readdirSync(join(content, 'surveys')))
      surveyIn(SurveyFile.parse(jsonOf('surveys', file)), translated)
  },
}

/** Names of laboratory methods: `ICP-MS, USP 2232`. */
const isMethod = (text: string): boolean => /^[A-Z][A-Z0-9 .,-]+$/.test(text)

test.each(Object.entries(shown))(
  'every text of %s is translated to German, and nothing else',
  (file, show) => {
    const texts = new Set<string>()
    show((text) => {
      texts.add(text)
      return text
    })
    const translation = TranslationFile.parse(jsonOf('translations', 'de', file))
    const inEnglish = [...texts].filter((text) => !isMethod(text))
    expect(Object.keys(translation).toSorted()).toEqual(inEnglish.toSorted())
  },
)
