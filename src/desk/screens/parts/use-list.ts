import { useLocation } from 'react-router'
import { knownWords } from '../../rules/list-place.ts'

/** The words of the list that the page at this address was opened from; undefined when it was opened from elsewhere. */
export const listIn = (url: string): string | undefined => {
  const words = new URL(url).searchParams.get('list')
  return words === null ? undefined : knownWords(new URLSearchParams(words))
}

/** The words of the list that this page of an order was opened from. */
export const useList = (): string | undefined => {
  const { pathname, search } = useLocation()
  return listIn(new URL(`${pathname}${search}`, 'http://desk.invalid').href)
}
