import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSurveys } from './surveys.ts'

const survey = (name: string, buyers: readonly string[]) => ({
  name,
  title: 'About it',
  lead: 'One question.',
  buyers,
  questions: [{ id: 'how', text: 'How?', kind: 'text', options: [] }],
})

const folderWith = async (...surveys: readonly ReturnType<typeof survey>[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-surveys-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'surveys'))
  for (const one of surveys) await writeFile(join(folder, 'surveys', `${one.name}.json`), JSON.stringify(one))
  return folder
}

test('two files that ask the same buyers stop the start, in whatever order they name the products', async () => {
  const twice = await folderWith(survey('one', ['kelp', 'tea+kelp']), survey('two', ['kelp+tea']))
  await expect(readSurveys(twice)).rejects.toThrow('The surveys one and two both ask buyers of tea+kelp.')
  const once = await folderWith(survey('one', ['kelp', 'tea']), survey('two', ['kelp+tea']))
  expect([...(await readSurveys(once)).surveys.keys()]).toEqual(['one', 'two'])
})
