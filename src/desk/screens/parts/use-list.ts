import { useLocation } from 'react-router'
import { listIn } from './list-in.ts'

/** The words of the list that this page of an order was opened from. */
export const useList = (): string | undefined => {
  const { pathname, search } = useLocation()
  return listIn(new URL(`${pathname}${search}`, 'http://desk.invalid').href)
}
