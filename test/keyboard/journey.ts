import type { Page } from '@playwright/test'
import type { Step } from './steps.ts'

/** Of the demo shop (`db/seed/people.ts`); everybody else is a visitor. */
export type Person = 'mara' | 'june' | 'tomas' | 'sol'

/** One task of a visitor, from its first page to the text that says that it is done. */
export interface Journey {
  readonly name: string
  /** Who is signed in. */
  readonly who?: Person
  readonly from: string
  /** Only where the window is this wide; at both widths otherwise. */
  readonly only?: 390 | 1440
  /** The state of browser and shop before the first key. */
  readonly prepare?: (page: Page) => Promise<void>
  /** A journey that changes a demo member's data undoes it. `email` is a new one. */
  readonly steps: (email: string) => readonly Step[]
}
