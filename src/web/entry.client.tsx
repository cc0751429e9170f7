import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

const hydrate = (): void => {
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  })
}

// Forms, menus and dialogs work before this: hydration may wait until the browser has nothing better to do.
if ('requestIdleCallback' in window) requestIdleCallback(hydrate, { timeout: 1000 })
else setTimeout(hydrate, 1)
