import type { ComponentChildren, VNode } from 'preact'

/** One thing, what it is, and what can be done with it. */
export const SettingRow = ({
  icon: Shape,
  title,
  about,
  children,
}: {
  icon: () => VNode
  title: string
  about: ComponentChildren
  children?: ComponentChildren
}): VNode => (
  <li class="setting-row">
    <Shape />
    <div>
      <b>{title}</b>
      <small>{about}</small>
    </div>
    {children && <div class="setting-acts">{children}</div>}
  </li>
)
