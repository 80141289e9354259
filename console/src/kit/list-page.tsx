import type { ReactNode } from 'react';
import { PageHead } from '../shell/page-head.tsx';
import { DialogButton } from './dialog-button.tsx';
import type { ListProps } from './list.tsx';
import { List } from './list.tsx';

interface HeadProps {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  /** Between the head and the list. */
  readonly filters?: ReactNode;
  /** The dialog that adds to the list, if the key may. */
  readonly create?: false | { readonly label: string; readonly dialog: (onClose: () => void) => ReactNode };
}

/** A page that shows a list. */
export const ListPage = <T extends object>({
  title,
  actions,
  filters,
  create,
  ...list
}: HeadProps & ListProps<T>) => (
  <>
    <PageHead title={title}>
      {actions}
      {create && (
        <DialogButton look="primary" dialog={create.dialog}>
          {create.label}
        </DialogButton>
      )}
    </PageHead>
    {filters}
    <List {...list} />
  </>
);
