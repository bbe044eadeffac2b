// Takes menus, banners, share bars, comment boxes and the like out of a page, unless they hold much of its text.
import { type PageElement, shownText } from './dom.ts'

const clutterRoles =
  '[role=navigation],[role=banner],[role=contentinfo],[role=complementary],[role=dialog],[role=alertdialog],[role=search],[role=menu],[role=menubar],[role=toolbar],[role=button]'
const clutterTags = 'nav,aside,footer,header,menu'
const clutterNames =
  'action-bar|ad|ads|advert|advertisement|alsoread|back-to-top|banner|breadcrumb|breadcrumbs|button|btn|byline-share|comments|comment-form|consent|cookie|cookies|copy-btn|copy-button|disqus|docs-nav|feedback|footer|gdpr|hash-link|headerbar|headerlink|anchor-link|header-anchor|linklist|login|masthead|menu|modal|nav|navbar|navigation|newsletter|newsletter-signup|outbrain|pager|pagination|paywall|popup|postprofile|prev-next|print-only|promo|recommended|recommendations|related|rail|screen-reader|screen-reader-text|search-form|share|sharing|share-buttons|sidebar|sidenav|signature|signup|site-footer|site-header|skip|skiplink|skip-link|social|social-share|sponsor|sponsored|sr-only|subscribe|taboola|tag-list|toc|toolbar|topbar|visually-hidden|widget'
const clutterToken = new RegExp(`^(?:${clutterNames})$`)
const callout = /(?:^|[\s_-])(?:admonition|callout|note|warning|tip|important|alert|infobox)(?:$|[\s_-])/i
// These also name clutter with anything added: cookie-consent, newsletter-box.
const clutterStem =
  /^(?:cookies?|consent|gdpr|newsletter|breadcrumbs?|social|share|sharing|related|recommended|sidebar|nav|navbar|menu|footer|advert|ads|promo|popup|modal|pagination|signup|paywall|comments)[-_]/
// More than this share of the text is content, whatever its name says.
const mostShare = 0.4

export function removeClutter(root: PageElement): void {
  const most = Math.max(200, shownText(root).length * mostShare)
  for (const element of [...root.querySelectorAll(`${clutterTags},${clutterRoles},[class],[id]`)]) {
    if (!root.contains(element) || !isClutter(element)) continue
    if (element.closest('pre,code,table') !== null && !isAnchor(element)) continue
    if (element.querySelector('h1') !== null || shownText(element).length > most) continue
    element.remove()
  }
}

function isClutter(element: PageElement): boolean {
  const tag = element.localName
  if (tag === 'body' || tag === 'main' || tag === 'article' || /^h[1-6]$/.test(tag)) return false
  const named = namesOf(element)
  if (callout.test(element.className)) return false
  if (tag === 'nav' || tag === 'menu' || tag === 'aside' || tag === 'footer') return true
  // A header inside an article carries its title and byline.
  if (tag === 'header') return element.closest('article,main,[role=main]') === null
  const role = element.getAttribute('role')
  if (role !== null && clutterRoles.includes(`[role=${role}]`)) return true
  return named.some((name) => clutterToken.test(name) || clutterStem.test(name))
}

function isAnchor(element: PageElement): boolean {
  return element.localName === 'a' || element.localName === 'span'
}

function namesOf(element: PageElement): string[] {
  return `${element.className} ${element.id}`
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== '')
    .slice(0, 40)
}
