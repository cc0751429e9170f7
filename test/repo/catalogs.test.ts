import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { isRecord } from '#shared/is-record.ts'
import { languages } from '#shared/locale.ts'
import { filesUnder } from './source-files.ts'

interface Catalog {
  readonly name: string
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const isTexts = (value: unknown): value is Catalog['texts'] => isRecord(value) && isRecord(value['en'])

const catalogsOf = async (path: string): Promise<Catalog[]> => {
  const loaded: unknown = await import(`../../${path}`)
  return Object.entries(isRecord(loaded) ? loaded : {}).flatMap(([name, value]) =>
    isRecord(value) && isTexts(value['texts']) ? [{ name: `${path} ${name}`, texts: value['texts'] }] : [],
  )
}

const files = filesUnder(['src'], /\/messages\/[a-z-]+-messages\.ts$/).map(({ path }) => path)
const catalogs = (await Promise.all(files.map(catalogsOf))).flat()

type Elements = ReturnType<IntlMessageFormat['getAst']>

/** The values and tags that a message names, each with its type: what the code has to give. */
const argumentsIn = (elements: Elements): string[] =>
  elements.flatMap((element) => {
    if (!('value' in element) || Object.is(element.type, 0)) return []
    const inside = [
      ...('children' in element ? argumentsIn(element.children) : []),
      ...('options' in element
        ? Object.values(element.options).flatMap(({ value }) => argumentsIn(value))
        : []),
    ]
    return [`${element.type} ${element.value}`, ...inside]
  })

const argumentsOf = (text: string, locale: string): readonly string[] => [
  ...new Set(argumentsIn(new IntlMessageFormat(text, locale).getAst()).toSorted()),
]

test('each folder of messages has catalogs, and each catalog exists in every language', () => {
  expect(files.length).toBeGreaterThan(2)
  expect(catalogs).toHaveLength(files.length)
  for (const { texts } of catalogs) expect(Object.keys(texts).toSorted()).toEqual(languages.toSorted())
})

test.each(catalogs)(
  '$name: every language has the same keys, and each text is valid ICU with the same values',
  ({ texts }) => {
    const { en = {}, ...others } = texts
    const expected = Object.fromEntries(
      Object.entries(en).map(([key, text]) => [key, argumentsOf(text, 'en')]),
    )
    for (const [language, translated] of Object.entries(others)) {
      const found = Object.entries(translated).map(([key, text]) => [key, argumentsOf(text, language)])
      expect(Object.fromEntries(found)).toEqual(expected)
      expect(Object.entries(translated).filter(([, text]) => text.trim() === '')).toEqual([])
    }
  },
)
