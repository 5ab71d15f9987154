export { Button, IconButton } from './Button';
export { Dialog } from './Dialog';
export { ContextMenu, DropdownMenu, type MenuItem } from './Menu';
export { Popover } from './Popover';
export { Badge, EmptyState, Kbd, Spinner } from './Small';
export { Tooltip } from './Tooltip';
