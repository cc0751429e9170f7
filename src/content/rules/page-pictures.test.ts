import { expect, test } from 'vitest'
import { pagePictures } from './page-pictures.ts'

test('the pictures of a page are listed once each, head pictures first', () => {
  const picture = (name: string) => ({ name, alt: 'A jar' })
  const sections = [
    {
      kind: 'title' as const,
      heading: 'Jars',
      picture: picture('hero'),
      place: 'below' as const,
      claim: false,
    },
    {
      kind: 'text' as const,
      tone: 'chalk' as const,
      numbered: false,
      blocks: [
        { kind: 'poster' as const, picture: picture('hero') },
        { kind: 'poster' as const, picture: picture('leek') },
      ],
    },
  ]
  expect(pagePictures({ product: undefined, sections })).toEqual(['hero', 'leek'])
  expect(pagePictures({ product: undefined, sections: [] })).toEqual([])
})
