import type { ReactNode } from 'react'
import { brand } from '#shared/brand.ts'
import type { Staff } from '#platform/request-context.ts'
import { BrandLayers } from '../shell/brand-layers.tsx'
import type { DeskCount } from '#desk/home-endpoints.ts'
import { placeOf } from '#desk/rules/desk-places.ts'
import { PhonePlaces, Places } from './desk-places.tsx'
import { FindDialog, KeysDialog } from './desk-dialogs.tsx'
import { LookPanel } from './look-panel.tsx'
import styles from './desk-shell.module.css'

const roleNames: Readonly<Record<Staff['role'], string>> = {
  owner: 'Owner',
  operations: 'Operations',
  support: 'Support',
  marketing: 'Marketing',
  finance: 'Finance',
  'read-only': 'Read-only',
}

const Brand = () => (
  <a className={styles.brand} href="/desk">
    <BrandLayers />
    {brand.name.toLowerCase()} <span>desk</span>
  </a>
)

/** Without a person: signing in, and what could not be shown. */
export const BareDesk = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.bare}>
    <header>
      <Brand />
    </header>
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  </div>
)

const Person = ({ staff }: Pick<DeskShellProps, 'staff'>) => (
  <div className={styles.person}>
    <a href="/desk/person">{staff.name}</a>
    <p>{roleNames[staff.role]}</p>
    <button type="button" className={styles.keys} data-desk-open-keys="" hidden>
      Keys <kbd aria-hidden="true">?</kbd>
    </button>
  </div>
)

interface DeskShellProps {
  readonly staff: Pick<Staff, 'name' | 'role'>
  readonly path: string
  readonly query: string
  /** What is open at the places. */
  readonly counts: readonly DeskCount[]
  readonly children: ReactNode
}

/** The places of the desk on the left, or on a phone at the foot; the work beside them. */
export const DeskShell = ({ staff, path, query, counts, children }: DeskShellProps) => {
  const at = placeOf(path)
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <div className={styles.shell}>
        <header className={styles.phonehead}>
          <Brand />
          <a href="/desk/person">{staff.name}</a>
        </header>
        <nav className={styles.nav} aria-label="Desk">
          <Brand />
          <form className={styles.find} action="/desk/find" role="search">
            <input
              type="search"
              name="q"
              aria-label="Search the desk"
              placeholder="Search"
              defaultValue={query}
            />
            <kbd aria-hidden="true">Ctrl K</kbd>
            <button className={styles.search}>Search</button>
          </form>
          <Places role={staff.role} at={at} counts={counts} />
          <Person staff={staff} />
        </nav>
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <LookPanel />
        <FindDialog />
        <KeysDialog role={staff.role} />
        <PhonePlaces role={staff.role} at={at} counts={counts} path={path} />
      </div>
    </>
  )
}
