import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import kit from './kit.module.css';

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Loads the next page of a short list. */
export const LoadMore = ({ query }: MoreProps) =>
  query.hasNextPage && (
    <div className={kit.row}>
      <Button small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {words.kit.loadMore}
      </Button>
    </div>
  );
