import { knownWords } from '../../rules/list-place.ts'

/** The words of the list that the page at this address was opened from; undefined when it was opened from elsewhere. */
export const listIn = (url: string): string | undefined => {
  const words = new URL(url).searchParams.get('list')
  return words === null ? undefined : knownWords(new URLSearchParams(words))
}
