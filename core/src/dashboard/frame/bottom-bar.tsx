import type { VNode } from 'preact'
import { HomeIcon, LinkIcon, MenuIcon, MoneyIcon, PersonIcon, PlusIcon } from '../components/icons.js'
import { may, type Visit } from '../visit.js'
import { hrefOf } from './entries.js'
import type { BarParts } from './side-bar.js'
import type { FrameWords } from './words.es-mx.js'

interface Place {
  path: string
  label: string
  icon: () => VNode
  isHere: boolean
  hasAlert?: boolean
}

/** On phones: the four places one needs most, and charging in their middle. */
export function BottomBar({ visit, page, extras, words }: BarParts): VNode {
  const places =
    visit.session.user.role === 'cashier' ? cashierPlaces(page, words) : mainPlaces({ visit, page, extras, words })
  const half = Math.ceil(places.length / 2)
  return (
    <nav class="bottombar" aria-label={words.bottom}>
      <ul>
        {places.slice(0, half).map((place) => (
          <PlaceLink visit={visit} place={place} words={words} />
        ))}
        {may(visit, 'links:charge') && (
          <li>
            <a class="charge" href={hrefOf(visit, '/links/new')}>
              <span>
                <PlusIcon />
              </span>
              {words.charge}
            </a>
          </li>
        )}
        {places.slice(half).map((place) => (
          <PlaceLink visit={visit} place={place} words={words} />
        ))}
      </ul>
    </nav>
  )
}

function mainPlaces({ visit, page: { section }, extras, words }: BarParts): Place[] {
  const isElsewhere = !['home', 'links', 'payments'].includes(section)
  const places: (Place & { isOpen: boolean })[] = [
    { path: '/', label: words.entries.home, icon: HomeIcon, isHere: section === 'home', isOpen: true },
    { path: '/links', label: words.entries.links, icon: LinkIcon, isHere: section === 'links', isOpen: true },
    {
      path: '/payments',
      label: words.entries.payments,
      icon: MoneyIcon,
      isHere: section === 'payments',
      isOpen: may(visit, 'payments:read') && extras.hasPage('/payments'),
    },
    {
      path: '/more',
      label: words.more,
      icon: MenuIcon,
      isHere: isElsewhere,
      hasAlert: extras.needsAttention,
      isOpen: true,
    },
  ]
  return places.filter(({ isOpen }) => isOpen)
}

function cashierPlaces({ section }: BarParts['page'], words: FrameWords): Place[] {
  const isOwn = section === 'home' || section === 'links'
  return [
    { path: '/', label: words.yourLinks, icon: LinkIcon, isHere: isOwn },
    { path: '/settings/security', label: words.you, icon: PersonIcon, isHere: !isOwn },
  ]
}

const PlaceLink = ({ visit, place, words }: { visit: Visit; place: Place; words: FrameWords }): VNode => (
  <li>
    <a href={hrefOf(visit, place.path)} aria-current={place.isHere ? 'page' : undefined}>
      <place.icon />
      {place.label}
      {place.hasAlert && (
        <>
          <span class="alert" />
          <span class="unseen">. {words.needsAttention}</span>
        </>
      )}
    </a>
  </li>
)
