import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Scrolls an element into the window, no further than needed, each time something new is wrong with it; null for
 * nothing. The scroll is smooth only where the style sheet allows it: not with reduced motion.
 */
export const useBroughtIntoView = <E extends HTMLElement>(wrong: object | null): RefObject<E | null> => {
  const element = useRef<E>(null)
  useEffect(() => {
    if (wrong !== null) element.current?.scrollIntoView({ block: 'nearest' })
  }, [wrong])
  return element
}
