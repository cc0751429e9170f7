import type { DeskCount } from '#desk/home-endpoints.ts'
import { placesFor } from '#desk/rules/desk-places.ts'
import type { StaffRole } from '#shared/staff.ts'
import styles from './desk-places.module.css'

interface PlacesProps {
  readonly role: StaffRole
  readonly at: string | undefined
  readonly counts: readonly DeskCount[]
}

interface PlaceLinkProps {
  readonly label: string
  readonly href: string
  readonly isCurrent: boolean
  readonly counts: PlacesProps['counts']
  /** Of the list that it is in: a place is in two of them. */
  readonly within: string
  readonly hotkey?: string
}

/** A place with what is open there: for those who listen a description, so that the link keeps its name. */
const PlaceLink = ({ label, href, isCurrent, counts, within, hotkey }: PlaceLinkProps) => {
  const open = counts.find((one) => one.href === href)
  const id = `${within}${href.replaceAll('/', '-')}`
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      aria-describedby={open && id}
      data-desk-go={hotkey}
    >
      {label}
      {open ? (
        <span className={styles.count} data-urgent={open.is_urgent || undefined} aria-hidden="true" id={id}>
          {open.count.toLocaleString('en-US')}
          <span className={styles.said}>{open.is_urgent ? ' open, some due now' : ' open'}</span>
        </span>
      ) : null}
    </a>
  )
}

/** All places that the role may see, in their groups. */
export const Places = ({ role, at, counts }: PlacesProps) =>
  placesFor(role).map((group) => (
    <ul key={group[0]?.href}>
      {group.map(({ label, href, key }) => (
        <li key={href}>
          <PlaceLink
            label={label}
            href={href}
            isCurrent={href === at}
            counts={counts}
            within="open"
            hotkey={key}
          />
        </li>
      ))}
    </ul>
  ))

/** The first places at the foot of a phone, as many as fit; the rest is behind More. */
export const PhonePlaces = ({ role, at, counts, path }: PlacesProps & { readonly path: string }) => {
  const [home, ...others] = placesFor(role).flat().slice(0, 3)
  const search = { label: 'Search', href: '/desk/find' }
  const more = { label: 'More', href: '/desk/more' }
  return (
    <nav className={styles.tabbar} aria-label="Desk, on a phone">
      {[...(home ? [home] : []), search, ...others, more].map(({ label, href }) => (
        <PlaceLink
          key={href}
          label={label}
          href={href}
          isCurrent={href === at || href === path}
          counts={counts}
          within="open-phone"
        />
      ))}
    </nav>
  )
}
