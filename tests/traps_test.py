"""Each mistake of the table in README.md has a test, and that is where the table says."""
import os, re

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    numbers = []
    for line in open(os.path.join(HERE, 'README.md')):
        row = re.match(r'\| (\d+) \|[^|]*\|(.*)\|[^|]*\|$', line)
        if not row:
            continue
        numbers.append(int(row.group(1)))
        named = re.findall(r'`([^`]+)` `([^`]+)`', row.group(2))
        assert named, line
        for file, words in named:
            with open(os.path.join(HERE, file)) as text:
                assert words in text.read(), '%s has no %s' % (file, words)
    assert numbers == list(range(1, 27)), numbers


if __name__ == '__main__':
    main()
